import type { LiveCall } from '@callboard/contract/live'

export const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

let next = 0

/** A call of now that rings. */
export function buildLiveCall(given: Partial<LiveCall>): LiveCall {
  return {
    id: `01990000-0000-7000-8000-${String(++next).padStart(12, '0')}`,
    customerId: '01990000-0000-7000-8000-00000000c001',
    customerName: 'Acme',
    direction: 'inbound',
    phase: 'ringing',
    phaseSince: secondsAgo(10),
    startedAt: secondsAgo(30),
    callerNumber: '+12125550147',
    callerName: null,
    trackingNumber: '+18005550100',
    targetNumber: null,
    location: null,
    rotationgroup: null,
    campaign: null,
    source: null,
    agent: null,
    ...given,
  }
}
