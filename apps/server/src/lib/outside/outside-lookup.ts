import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { PrivateAddressError } from './outside-request.ts'

/** Looks up the host of a connection. Fails when one of its addresses is of private networks and not allowed. */
export function lookupOutside(allowedAddresses: readonly string[]): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error !== null || first === undefined)
        return done(error ?? new Error(`no address of ${hostname}`), '')
      if (addresses.some(({ address }) => isRefused(address, allowedAddresses)))
        return done(new PrivateAddressError(), '')
      if (options.all === true) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }
}

/** Of a host that is an address itself, and not looked up. Throws `OutsideError`. */
export function requireOutside(host: string, allowedAddresses: readonly string[]): void {
  if (isPrivateAddress(host, allowedAddresses)) throw new PrivateAddressError()
}

/** Whether a host is itself an address of private networks, and not allowed. */
export function isPrivateAddress(host: string, allowedAddresses: readonly string[]): boolean {
  return isIP(host) !== 0 && isRefused(host, allowedAddresses)
}

function isRefused(address: string, allowedAddresses: readonly string[]): boolean {
  return !allowedAddresses.includes(address) && ipaddr.parse(address).range() !== 'unicast'
}
