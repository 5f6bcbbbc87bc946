import type { MailStatus } from '@callboard/contract/mails'
import type { ColumnType, Generated } from 'kysely'

type WithDefault<T> = ColumnType<T, T | undefined, T>

export interface MailTables {
  mail: MailTable
  mail_address: MailAddressTable
  bounce_mailbox: BounceMailboxTable
  mail_pace: MailPaceTable
}

/** One row, where so many mails a minute are allowed. */
interface MailPaceTable {
  is_only: Generated<boolean>
  /** Before this no process begins a mail. */
  next_at: Date
}

interface MailTable {
  id: Generated<string>
  recipient: string
  subject: string
  body_text: string
  body_html: string | null
  status: WithDefault<MailStatus>
  tries: WithDefault<number>
  last_error: string | null
  created_at: Generated<Date>
  sent_at: Date | null
  /** Of a subscription; a delivery has one mail at most. */
  delivery_id: string | null
  headers: ColumnType<Record<string, string>, string | undefined, string>
  attachments: ColumnType<MailAttachment[], string | undefined, string>
  /** It is not tried again before. */
  not_before: Date | null
  /** What the mail server said when it took it. */
  server_answer: string | null
  /** Of the process that sends it, or that sent it last. */
  worker: string | null
  /** When that was last known to be at it. */
  beat_at: Date | null
  /** Whether that may have handed over the end of its text, without which no mail server takes a mail. */
  is_handed_over: WithDefault<boolean>
}

/** A file of a mail, in the file store. */
export interface MailAttachment {
  name: string
  contentType: string
  key: string
  bytes: number
  /** Of a picture that the text shows: its Content-ID. */
  cid?: string
}

/** An address that mails come back from. */
interface MailAddressTable {
  email: string
  failures: WithDefault<number>
  last_error: string | null
  stopped_at: Date | null
}

/** Of its one row: how far the mailbox was looked at in which mails that come back arrive. */
interface BounceMailboxTable {
  /** Which it is, without its password. */
  mailbox: string | null
  /** Under which its numbers of messages count. */
  uid_validity: string | null
  last_uid: WithDefault<number>
  next_look_at: WithDefault<Date>
  /** In a row. */
  failures: WithDefault<number>
  last_error: string | null
  failing_since: Date | null
}
