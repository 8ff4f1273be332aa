// What lies in a bundle's directory

export { BundleContent, type BundleFiles } from './bundle-content.ts';
export { childrenFile } from './children-file.ts';
export { type Document, type DocumentProblem, documents } from './document.ts';
export { Place } from './place.ts';
