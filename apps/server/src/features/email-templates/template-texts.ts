import type { TemplateVariable } from '@callboard/contract/email-templates'

/** A mail in Liquid; without HTML it is of plain text alone. */
export interface TemplateTexts {
  subject: string
  bodyHtml: string
  bodyText: string
}

/** What a template may name, and need not. */
export function variable(name: string, description: string): TemplateVariable {
  return { name, description, isRequired: false }
}
