import type { Transaction } from '../../db/tables/schema.ts'
import type { Business } from './businesses.ts'
import type { Channel } from './channels.ts'
import { type AssignmentToInstall, insertAssignments } from './store.ts'
import type { Line, Switchboard } from './switchboard.ts'

/** What the demo's numbers have always stood for, and what they cost. `entityIds` are those of `installEntities`. */
export async function installAssignments(
  transaction: Transaction,
  {
    switchboards,
    entityIds,
  }: { switchboards: ReadonlyMap<Business, Switchboard>; entityIds: ReadonlyMap<string, string> },
): Promise<void> {
  const assignments = [...switchboards].flatMap(([{ customerId }, { lines }]) =>
    lines.flatMap((line) => {
      const entityId = entityIds.get(`number ${line.number}`)
      return entityId === undefined ? [] : [{ entityId, customerId, number: line.number, ...standsFor(line) }]
    }),
  )
  await insertAssignments(transaction, assignments)
}

const mainLineCost = '5.00'

function standsFor({
  branch,
  channels,
}: Line): Pick<AssignmentToInstall, 'source' | 'medium' | 'campaign' | 'location' | 'monthlyCost'> {
  const nothing = { source: null, medium: null, campaign: null, location: null }
  if (branch !== null) return { ...nothing, location: branch.branch.code, monthlyCost: mainLineCost }
  const channel: Channel | undefined = channels.items[0]
  if (channel === undefined) return { ...nothing, monthlyCost: mainLineCost }
  const { source, medium, campaign } = channel
  const known = campaign === '' || campaign.includes('*') ? null : campaign
  return { ...nothing, source, medium, campaign: known, monthlyCost: costOf(channel) }
}

/** What draws calls for nothing costs no more than its number. */
function costOf({ campaign, weight }: Channel): string {
  return campaign === '' ? mainLineCost : `${weight * 60}.00`
}
