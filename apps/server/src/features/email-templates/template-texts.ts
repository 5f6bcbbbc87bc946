/** A mail in Liquid; without HTML it is of plain text alone. */
export interface TemplateTexts {
  subject: string
  bodyHtml: string
  bodyText: string
}
