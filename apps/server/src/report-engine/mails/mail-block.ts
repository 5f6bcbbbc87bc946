/** A part of a mail that the portal writes itself, in both of its forms; empty where there is none. */
export interface MailBlock {
  html: string
  text: string
}

export const noBlock: MailBlock = { html: '', text: '' }
