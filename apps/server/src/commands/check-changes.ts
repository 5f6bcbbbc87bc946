import { formatCount } from '@callboard/contract/format'
import { checkChain } from '../features/change-tracking/chain.ts'
import { type CommandContext, CommandError } from './command.ts'

const kinds = {
  changed: 'was changed',
  removed: 'is missing',
  cut: 'and all later records are missing',
  notSealed: 'was not written by the portal, or its seal is missing',
} as const

/** Checks the chain of change records; throws when one of them is not as it was sealed. */
export async function checkChanges({ runtime, print }: CommandContext): Promise<void> {
  await runtime.sealer.sealAll()
  const { isWhole, checked, errors, head } = await checkChain(runtime.postgres.db, runtime.chainAnchor)
  for (const { kind, position, changeId, tableType, recordName } of errors) {
    const record = [changeId, tableType, recordName].filter((part) => part !== null).join(' ')
    const place = position === null ? 'A record' : `Record ${position}`
    print(`${place}${record === '' ? '' : ` (${record})`} ${kinds[kind]}.`)
  }
  print(`${formatCount(checked)} change records checked; the chain ends with ${head ?? 'nothing'}.`)
  if (!isWhole) throw new CommandError('The change records were altered.')
  print('All of them are intact.')
}
