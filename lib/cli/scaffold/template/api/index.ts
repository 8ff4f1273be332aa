// The stored version of each kind. Controllers, webhooks and children import it from here.
export { Specimen } from './v1beta1/specimen.ts';
