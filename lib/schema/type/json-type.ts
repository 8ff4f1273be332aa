import { z } from 'zod';

/** The type of all JSON values. Shared, because its creation takes longer than most validations. */
export const jsonType = z.json();
