// The package describes its entry as an ES module, which Node takes for CommonJS; this file of it is one.
declare module 'bidi-js/dist/bidi.mjs' {
  import type bidi from 'bidi-js'
  const factory: typeof bidi.default
  export default factory
}
