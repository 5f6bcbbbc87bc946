import { asteriskStandIn } from '../imports/asterisk-adapter.ts'
import type { SourceAdapter } from './adapter.ts'
import { ownProgram } from './own-program.ts'

/** Every phone system that the portal understands, in the order in which they are offered. */
const adapters: readonly SourceAdapter[] = [asteriskStandIn, ownProgram]

export function listAdapters(): readonly SourceAdapter[] {
  return adapters
}

export function findAdapter(kind: string): SourceAdapter | undefined {
  return adapters.find((adapter) => adapter.kind === kind)
}
