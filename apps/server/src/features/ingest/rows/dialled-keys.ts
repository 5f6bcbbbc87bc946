import { hiddenKeys } from '@callboard/contract/call-words'

/** As many digits as a social security number has; a card or an account has more. */
const digitsOfSecrets = 9

/**
 * Keys that may be shown: none where they are as many digits as a card, an account or a person's number, however they are
 * cut up, as nobody can tell the entries of a caller apart: `4111,1111` and the rest of a card are two of them.
 */
export function shownKeys(keys: string): string {
  return (keys.match(/\p{Nd}/gu)?.length ?? 0) < digitsOfSecrets ? keys : hiddenKeys
}

const sentKeys = /"keysDialled"\s*:\s*"((?:[^"\\]|\\.)*)"/g

/** A row as it was sent, without keys that may not be shown. */
export function withoutSecretKeys(raw: string): string {
  return raw.replaceAll(sentKeys, (sent, keys: string) =>
    shownKeys(keys) === hiddenKeys ? `"keysDialled":"${hiddenKeys}"` : sent,
  )
}
