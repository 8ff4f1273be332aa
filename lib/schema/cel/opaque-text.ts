/** Strings and comments, which may contain any text. */
export const opaqueText =
  /[rb]{0,2}(?:'''.*?(?:'''|$)|""".*?(?:"""|$)|'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?)|\/\/[^\n]*/gis;
