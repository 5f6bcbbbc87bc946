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
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    return 'must be an address that starts with https://'
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password'
  if (url.protocol === 'http:' && !isVouchedFor(environment, url))
    return 'must start with https://. Only hosts in SPEECH_TO_TEXT_HOSTS can use http'
  return undefined
}
