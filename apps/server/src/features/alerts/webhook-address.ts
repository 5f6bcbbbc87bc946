/** Why nothing is posted to an address, in a sentence; undefined where the hosts of the setting allow it. */
export function findWebhookError(address: string, hosts: string | null): string | undefined {
  if (!URL.canParse(address)) return 'Enter a valid web address.'
  const { protocol, host, username, password } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') return 'Use an address that starts with https://.'
  if (username !== '' || password !== '') return 'The address must not contain a user name or password.'
  const named = hosts?.split(/\s+/).map((one) => one.toLowerCase()) ?? []
  const plain = named.filter((one) => one.startsWith('http://')).map((one) => one.slice('http://'.length))
  const allowed = protocol === 'http:' ? plain : [...named, ...plain]
  const isAllowed = allowed.some((one) => (one.startsWith('*.') ? host.endsWith(one.slice(1)) : host === one))
  return isAllowed
    ? undefined
    : `${host} is not an allowed webhook host. Ask an administrator to add it in the settings.`
}
