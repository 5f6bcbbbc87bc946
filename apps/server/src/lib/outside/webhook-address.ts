import { isPrivateAddress } from './outside-lookup.ts'

/** What webhooks may be posted to. */
export interface AllowedWebhooks {
  /** The hosts of the setting. */
  hosts: string | null
  /** Of private networks, to which may be posted: none but in tests. */
  allowedAddresses: readonly string[]
}

/** Said of a webhook whose host is in a private network. */
export const privateWebhook = 'The webhook’s host has a private address.'

/** Why nothing is posted to an address, in a sentence; undefined where the hosts of the setting allow it. */
export function findWebhookError(
  address: string,
  { hosts, allowedAddresses }: AllowedWebhooks,
): string | undefined {
  const error = findAddressError(address, allowedAddresses)
  if (error !== undefined) return error
  return isAllowed(new URL(address), hosts) ? undefined : notAllowed(address)
}

/**
 * The same for an address that an administrator gives, who may name hosts anyway: https to any host, and http to those that
 * the setting names with it.
 */
export function findAdminWebhookError(
  address: string,
  { hosts, allowedAddresses }: AllowedWebhooks,
): string | undefined {
  const error = findAddressError(address, allowedAddresses)
  if (error !== undefined) return error
  const url = new URL(address)
  if (url.protocol === 'https:' || isAllowed(url, hosts)) return undefined
  return `Use https://. To post to ${url.host} without encryption, add http://${url.host} to the webhook hosts in the settings.`
}

/** The first host of the setting that is a private address. */
export function findPrivateHost(hosts: string, allowedAddresses: readonly string[]): string | undefined {
  return hosts.split(/\s+/).find((one) => {
    const address = one.startsWith('http://') ? one : `https://${one}`
    return URL.canParse(address) && isPrivate(new URL(address), allowedAddresses)
  })
}

function isPrivate({ hostname }: URL, allowedAddresses: readonly string[]): boolean {
  return isPrivateAddress(hostname.replace(/^\[(.*)\]$/, '$1'), allowedAddresses)
}

function findAddressError(address: string, allowedAddresses: readonly string[]): string | undefined {
  if (!URL.canParse(address)) return 'Enter a valid web address.'
  const { protocol, username, password } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') return 'Use an address that starts with https://.'
  if (username !== '' || password !== '') return 'The address must not contain a user name or password.'
  if (isPrivate(new URL(address), allowedAddresses)) return privateWebhook
  return undefined
}

function isAllowed({ protocol, host }: URL, hosts: string | null): boolean {
  const named = hosts?.split(/\s+/).map((one) => one.toLowerCase()) ?? []
  const plain = named.filter((one) => one.startsWith('http://')).map((one) => one.slice('http://'.length))
  const allowed = protocol === 'http:' ? plain : [...named, ...plain]
  return allowed.some((one) => (one.startsWith('*.') ? host.endsWith(one.slice(1)) : host === one))
}

function notAllowed(address: string): string {
  return `${new URL(address).host} is not an allowed webhook host. Ask an administrator to add it in the settings.`
}
