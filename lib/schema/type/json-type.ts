import { z } from 'zod';

/** What JSON can hold. One for all: making it takes longer than most that is asked of it. */
export const jsonType = z.json();
