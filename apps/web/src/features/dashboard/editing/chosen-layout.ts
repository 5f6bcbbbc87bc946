import type { Dashboard, DashboardLayout, DashboardPart, ShownPart } from '@callboard/contract/dashboard'

export type ShownLayout = Pick<Dashboard, 'tiles' | 'parts'>

/** What somebody chose, as it is saved: without what was found out about it. */
export function chosenLayout({ tiles, parts }: ShownLayout): DashboardLayout {
  return { tiles, parts: parts.map(chosenPart) }
}

function chosenPart(part: ShownPart): DashboardPart {
  if (part.type === 'builtIn') return { type: part.type, name: part.name, width: part.width }
  const { type, id, view, ownPeriod, width } = part
  return { type, id, view, ownPeriod, width }
}
