/** Why nothing is posted to an address, in a sentence; undefined where the hosts of the setting allow it. */
export function findWebhookError(address: string, hosts: string | null): string | undefined {
  if (!URL.canParse(address)) return 'This is no address.'
  const { protocol, host, username, password } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') return 'Only addresses of https are posted to.'
  if (username !== '' || password !== '') return 'The address may not hold a name or a password.'
  const named = hosts?.split(/\s+/).map((one) => one.toLowerCase()) ?? []
  const plain = named.filter((one) => one.startsWith('http://')).map((one) => one.slice('http://'.length))
  const allowed = protocol === 'http:' ? plain : [...named, ...plain]
  const isAllowed = allowed.some((one) => (one.startsWith('*.') ? host.endsWith(one.slice(1)) : host === one))
  return isAllowed ? undefined : `${host} is none of the hosts that alerts are posted to.`
}
