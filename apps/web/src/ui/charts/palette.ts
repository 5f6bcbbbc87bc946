import type { Palette } from '@callboard/contract/charts/palette'
import { createContext, use } from 'react'

export const PaletteContext = createContext<Palette | undefined>(undefined)

export function usePalette(): Palette {
  const palette = use(PaletteContext)
  if (palette === undefined) throw new Error('Colours come from the theme; render this inside it')
  return palette
}
