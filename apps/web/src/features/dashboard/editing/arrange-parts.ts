import { partKey, type ShownPart } from '@callboard/contract/dashboard'

export interface ArrangedPart {
  key: string
  part: ShownPart
  /** Takes a row of its own. */
  isWhole: boolean
}

/** Where the parts stand: two halves that follow each other side by side, so that no row has a gap. */
export function arrangeParts(parts: readonly ShownPart[]): ArrangedPart[] {
  let hasOpenRow = false
  return parts.map((part, at) => {
    const fitsBeside: boolean = hasOpenRow && part.width === 'half'
    const opensRow = !fitsBeside && part.width === 'half' && parts[at + 1]?.width === 'half'
    hasOpenRow = opensRow
    return { key: partKey(part), part, isWhole: !fitsBeside && !opensRow }
  })
}
