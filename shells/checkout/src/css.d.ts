/** Style sheets are built into the server module as minified text. */
declare module '*.css' {
  const text: string;
  export default text;
}
