import { isIP } from 'node:net'
import { z } from 'zod'

const maxHops = 10
const error = `must be a number of proxies from 1 to ${maxHops}, or addresses and networks with commas: 10.0.0.5,192.168.0.0/16`

/** Whose `X-Forwarded-…` headers count: how many proxies there are in a row, or their addresses and networks. */
export type TrustedProxies = number | readonly string[]

export const TrustedProxies = z.string().transform((text, context): TrustedProxies => {
  if (/^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= maxHops) return Number(text)
  const networks = text.split(',').map((one) => one.trim())
  if (networks.every(isNetwork)) return networks
  context.addIssue({ code: 'custom', message: error })
  return z.NEVER
})

/** An address or a network; not the one of all addresses, with which anybody could say where they come from. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  if (prefix === undefined) return true
  const bits = version === 4 ? 32 : 128
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits
}
