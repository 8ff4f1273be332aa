export { Guestbook } from './v1alpha1/guestbook.ts';
