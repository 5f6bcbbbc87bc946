import type { AlertCondition, WebhookForm, webhookEvents } from '@callboard/contract/alerts'
import type { ColumnType, Generated } from 'kysely'

type WithDefault<T> = ColumnType<T, T | undefined, T>
type Json<T> = ColumnType<T, string, string>

export interface AlertTables {
  alert: AlertTable
  alert_person: AlertPersonTable
  alert_episode: AlertEpisodeTable
  alert_post: AlertPostTable
  alert_post_try: AlertPostTryTable
}

interface AlertTable {
  id: Generated<string>
  /** Its owner. */
  user_id: string
  name: string
  condition: Json<AlertCondition>
  /** For change tracking; whom it tells is in `alert_person`. */
  recipients: ColumnType<{ id: string; name: string }[], string | undefined, string>
  is_active: WithDefault<boolean>
  /** Why the portal paused it. */
  paused_reason: string | null
  is_deleted: WithDefault<boolean>
  webhook_url: WithDefault<string | null>
  webhook_secret: WithDefault<string | null>
  webhook_form: WithDefault<WebhookForm>
  next_check_at: WithDefault<Date>
  /** The moment that it was evaluated for. */
  checked_at: Date | null
  created_at: Generated<Date>
  revision: WithDefault<number>
}

/** Over whose calls an alert is evaluated: its owner, and whomever it tells. */
interface AlertPersonTable {
  /** Which the links of mails name. */
  id: Generated<string>
  alert_id: string
  user_id: string
  /** On its list. */
  is_recipient: boolean
  /** Since when they want no mails of it, whatever its list says. */
  unsubscribed_at: WithDefault<Date | null>
  last_figure: number | null
  /** Why they are not told at the moment. */
  reason: string | null
}

/** From when the condition was met until it no longer was; one at a time for each alert and person. */
interface AlertEpisodeTable {
  id: Generated<string>
  alert_id: string
  user_id: string
  condition: Json<AlertCondition>
  began_at: Date
  began_figure: number | null
  ended_at: Date | null
  ended_figure: number | null
  end_reason: string | null
  is_told: boolean
}

/** What is posted to the webhook of an alert. */
interface AlertPostTable {
  id: Generated<string>
  alert_id: string
  /** Null for a test. */
  episode_id: string | null
  event: (typeof webhookEvents)[number]
  /** JSON, the same for every try. */
  body: string
  state: WithDefault<'waiting' | 'sent' | 'failed'>
  tries: WithDefault<number>
  not_before: WithDefault<Date>
  /** The host of the try under way, with its port, and when that began. */
  posting_to: WithDefault<string | null>
  posting_since: WithDefault<Date | null>
  created_at: Generated<Date>
}

interface AlertPostTryTable {
  id: Generated<string>
  post_id: string
  at: Generated<Date>
  status: number | null
  answer: string | null
  error: string | null
}
