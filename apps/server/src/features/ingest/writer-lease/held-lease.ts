import type { Fence, Writer } from '../../../db/calls/fenced-calls.ts'
import { AppError } from '../../../lib/app-error.ts'

/** The right of this process to write calls, from its taking over to its loss. */
export interface HeldLease extends Readonly<Writer> {
  readonly fence: Fence
}

/** Where the lock of the data folder lets no other process in. */
export const onlyProcess: HeldLease = {
  epoch: 0,
  lost: new AbortController().signal,
  check: () => {},
  fence: async () => {},
  giveUp: async () => {},
}

const retryAfterSeconds = 2

export function writerElsewhere(): AppError {
  const description =
    'This process cannot write calls, because another one does or is taking over. Try again in a few seconds.'
  return new AppError('unavailable', description, { retryAfterSeconds })
}

/** The process that writes calls, as it is reached by the others. */
export interface WriterAddress {
  address: string
  /** By which it knows that a request comes from one of them. */
  secret: string
}

/** Who writes calls. */
export interface WriterState {
  isThisProcess: boolean
  /** Where it runs; null while it is not known. */
  name: string | null
}
