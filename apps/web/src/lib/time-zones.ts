import { formatTimeZone } from '@callboard/contract/format-time-zone'

/** The choice of no zone of one's own. */
export function asThePortal(portalZone: string | undefined): string {
  return `Portal default${portalZone === undefined ? '' : ` (${formatTimeZone(portalZone)})`}`
}
