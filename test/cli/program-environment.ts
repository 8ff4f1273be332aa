/** The environment of a program of Node that a test starts: the paths of programs, and the cache of compiled code. */
export const programEnvironment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};
