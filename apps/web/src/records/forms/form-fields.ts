import { fieldWords } from '@callboard/contract/record-fields'
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
    label: ownLabel ?? labelOf(form, name),
    isRequired: schema !== undefined && isRequired(schema),
    limits: schema === undefined ? {} : limitsOf(schema),
  }
}

/** What the contract calls a field of the form; undefined where it has no such field. */
export function declaredLabel(form: FormFields | undefined, name: string): string | undefined {
  return form?.body.shape[name] === undefined ? undefined : fieldWords(form.type, name)
}

/** What an item of a form is called. */
export function labelOf(form: FormFields | undefined, name: string): string {
  const label = declaredLabel(form, name)
  if (label !== undefined) return label
  throw new Error(`“${name}” is no field of “${form?.type}”: correct its name, or give the item a label.`)
}
