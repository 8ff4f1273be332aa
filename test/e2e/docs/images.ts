import { workloadImage } from '../images/workload-image.ts';

/** Paths of OCI archives, or of layouts. */
export const images = [await workloadImage('memcached')];
