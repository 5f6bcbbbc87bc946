import { AsyncLocalStorage } from 'node:async_hooks'

/** For whom statements are run. */
export interface Requester {
  /** Whose users share the store with those of the others: a customer, or a user who belongs to none. */
  owner: string
  user: string
  /** Nobody waits for it now. */
  isBackground: boolean
}

const requester = new AsyncLocalStorage<Requester | undefined>()

/** Runs `work`, whose statements are in the name of somebody, or of the portal, wherever they are made. */
export function asRequester<T>(who: Requester | undefined, work: () => T): T {
  return requester.run(who, work)
}

/** Runs work for which nobody waits, so that people do not wait for it. Pieces of work of one name share their turns. */
export function inBackground<T>(name: string, work: () => T): T {
  return asRequester({ owner: name, user: name, isBackground: true }, work)
}

/** Runs work of the portal, although it may be a request that leads to it. */
export function asPortal<T>(work: () => T): T {
  return asRequester(undefined, work)
}

/** Undefined for what the portal does of its own accord, such as inserting calls. */
export function currentRequester(): Requester | undefined {
  return requester.getStore()
}
