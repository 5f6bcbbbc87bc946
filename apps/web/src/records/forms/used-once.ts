import type { FormRule } from 'antd'
import { z } from 'zod'

const Entries = z.array(z.record(z.string(), z.string().optional()).optional())

/** For a field of the entries of an `EntryList` by which they are told apart. */
export function usedOnce(list: string, field: string): FormRule {
  return ({ getFieldValue }) => ({
    validator: async (_, typed: string) => {
      const entries = Entries.safeParse(getFieldValue(list)).data ?? []
      if (entries.filter((entry) => entry?.[field]?.trim() === typed.trim()).length > 1)
        throw new Error(`This ${field} is used twice.`)
    },
  })
}
