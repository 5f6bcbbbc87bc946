import { builtInParts, type ShownPart } from '@callboard/contract/dashboard'

export function partName(part: ShownPart): string {
  if (part.type === 'builtIn') return builtInParts[part.name].label
  return part.name ?? 'A report that you cannot find'
}
