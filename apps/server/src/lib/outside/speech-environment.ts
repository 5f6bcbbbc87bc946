/** What the operator says of speech to text, and nobody with a browser. */
export interface SpeechEnvironment {
  /** A program and its first arguments; empty for none. */
  command: readonly string[]
  /** Hosts that may be in private networks, and be asked by http, as an address names them: with their port. */
  hosts: readonly string[]
}

/** Whether the operator vouches for the host of an address. */
export function isVouchedFor({ hosts }: SpeechEnvironment, { host }: URL): boolean {
  return hosts.some((one) => one.toLowerCase() === host)
}

/** Why sound may not be sent there, for people; undefined when it may. */
export function speechAddressError(environment: SpeechEnvironment, address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) return 'must be an address of https'
  if (url.username !== '' || url.password !== '') return 'may not hold a name or a password'
  if (url.protocol === 'http:' && !isVouchedFor(environment, url))
    return 'must be an address of https: by http only hosts are asked that the environment names (SPEECH_TO_TEXT_HOSTS)'
  return undefined
}
