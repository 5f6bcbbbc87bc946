import { hiddenKeys } from '@callboard/contract/call-words'
import type { CallInput } from '@callboard/contract/calls'

/** As many digits as a social security number has; a card or an account has more. */
const digitsOfSecrets = 9

/**
 * Keys that may be shown: none where they are as many digits as a card, an account or a person's number, however they are
 * cut up, as nobody can tell the entries of a caller apart: `4111,1111` and the rest of a card are two of them.
 */
function shownKeys(keys: string): string {
  return (keys.match(/\p{Nd}/gu)?.length ?? 0) < digitsOfSecrets ? keys : hiddenKeys
}

/** The same call with keys that may be shown. */
export function withShownKeys<T extends Partial<Pick<CallInput, 'keysDialled'>>>(input: T): T {
  const { keysDialled } = input
  return typeof keysDialled === 'string' ? { ...input, keysDialled: shownKeys(keysDialled) } : input
}

const sentKeys = /"keysDialled"\s*:\s*"((?:[^"\\]|\\.)*)"/g

/** A row as it was sent, without keys that may not be shown. */
export function withoutSecretKeys(raw: string): string {
  return raw.replaceAll(sentKeys, (sent, keys: string) =>
    shownKeys(unescaped(keys)) === hiddenKeys ? `"keysDialled":"${hiddenKeys}"` : sent,
  )
}

/** JSON may write a digit as an escape. */
function unescaped(text: string): string {
  return text.replaceAll(/\\u([\da-f]{4})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
