import { checkChain } from '../features/change-tracking/chain.ts'
import { type CommandContext, CommandFault } from './command.ts'

const kinds = {
  changed: 'was changed',
  removed: 'is gone',
  cut: 'and all behind it were cut off',
  notSealed: 'was written around the portal, or its seal is gone',
} as const

/** Goes through the chain of change records; a fault when one is not as it was sealed. */
export async function checkChanges({ runtime, print }: CommandContext): Promise<void> {
  await runtime.sealer.sealAll()
  const { isWhole, checked, faults, head } = await checkChain(runtime.postgres.db, runtime.chainAnchor)
  for (const { kind, position, changeId, tableType, recordName } of faults) {
    const record = [changeId, tableType, recordName].filter((part) => part !== null).join(' ')
    const place = position === null ? 'A record' : `Record ${position}`
    print(`${place}${record === '' ? '' : ` (${record})`} ${kinds[kind]}.`)
  }
  print(
    `${checked.toLocaleString('en-US')} change records checked; the chain ends with ${head ?? 'nothing'}.`,
  )
  if (!isWhole) throw new CommandFault('The record of changes is not as it was written.')
  print('None was changed, removed or cut.')
}
