import type { CallFacts } from './normalise.ts'

/** The numbers of the other parties, by customer: each has a history of calls. */
export type Callers = Map<string, Set<string>>

type Party = Pick<CallFacts, 'direction' | 'callerNumber' | 'targetNumber' | 'isLeg'>

/** The number of the other party; '' when it is withheld, and for a leg, which is not a call of its own. */
export function otherNumber(call: Party): string {
  if (call.isLeg) return ''
  return call.direction === 'inbound' ? call.callerNumber : call.targetNumber
}

export function addCaller(callers: Callers, customerId: string, number: string): void {
  if (number === '') return
  const numbers = callers.get(customerId)
  if (numbers === undefined) callers.set(customerId, new Set([number]))
  else numbers.add(number)
}

export function addCallerOf(callers: Callers, call: Party & Pick<CallFacts, 'customerId'>): void {
  addCaller(callers, call.customerId, otherNumber(call))
}

export function countCallers(callers: Callers): number {
  return [...callers.values()].reduce((count, numbers) => count + numbers.size, 0)
}
