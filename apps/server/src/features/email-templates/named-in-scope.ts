/** The steps of a variable of a template; a part of it may be a variable itself. */
type Path = readonly (string | number | Path)[]

/** Whether a scope has what a variable names, as far as that can be told before it is rendered. */
export function isNamed(scope: unknown, [step, ...others]: Path): boolean {
  if (step === undefined || scope === null || scope === undefined) return true
  // Of lists and texts there are parts and a size without a name of their own.
  if (typeof step !== 'string' || Array.isArray(scope) || step === 'size') return true
  return typeof scope === 'object' && Object.hasOwn(scope, step) && isNamed(Reflect.get(scope, step), others)
}
