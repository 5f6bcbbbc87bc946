import { findRecordField } from '@callboard/contract/record-fields'
import type { RecordType } from '@callboard/contract/record-types'
import { createContext, use } from 'react'
import type { z } from 'zod'
import { isRequired, limitsOf } from '#web/lib/schema-limits.ts'

/** Where the items of a form read what their fields are called, and what may be entered. */
export interface FormFields {
  type: RecordType
  /** Of the endpoint that creates a record. */
  body: { shape: Readonly<Record<string, z.core.$ZodType>> }
}

export const FormFieldsContext = createContext<FormFields | undefined>(undefined)

/** What the contract says of a field of the form. A label given by the form is used in place of the declared one. */
export function useFormField(name: string, ownLabel: string | undefined) {
  const form = use(FormFieldsContext)
  const schema = form?.body.shape[name]
  return {
    label: ownLabel ?? labelOf(form?.type ?? '', name),
    isRequired: schema !== undefined && isRequired(schema),
    limits: schema === undefined ? {} : limitsOf(schema),
  }
}

/** What a field of a record is called, in forms, lists and changes. */
export function labelOf(type: string, name: string): string {
  const field = findRecordField(type, name)
  if (field === undefined) throw new Error(`“${name}” of “${type}” has no label in record-fields.ts`)
  return field.label
}
