import { AppError } from './app-error.ts'

const maxDepth = 32

/** Parses untrusted JSON: throws when it is nested too deeply to walk, or has a key that could set a prototype. */
export function parseJson(text: string): unknown {
  if (isDeeperThan(text, maxDepth))
    throw new AppError('tooDeep', `The JSON is nested more than ${maxDepth} levels deep.`)
  try {
    return text.includes('__proto__') ? JSON.parse(text, rejectPrototype) : JSON.parse(text)
  } catch (cause) {
    throw new AppError('malformedBody', 'The body is not valid JSON.', { cause })
  }
}

/** Undefined where it is no JSON. */
export function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function rejectPrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('a key that is not allowed')
  return value
}

const quote = 0x22
const backslash = 0x5c

function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isInString) {
      if (code === backslash) at++
      else if (code === quote) isInString = false
    } else if (code === quote) isInString = true
    else if (code === 0x7b || code === 0x5b) {
      depth++
      if (depth > limit) return true
    } else if (code === 0x7d || code === 0x5d) depth--
  }
  return false
}
