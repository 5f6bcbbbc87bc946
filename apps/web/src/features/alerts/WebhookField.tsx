import { type WebhookForm, webhookFormLabels } from '@callboard/contract/alerts'
import { textLimits } from '@callboard/contract/limits'
import { Button, Input, Select } from 'antd'

import { Grid, QuietText, Row } from '#web/ui/layout.tsx'
/** The host of a stored address, which is not shown, or an address that is typed. */
export type EnteredWebhook = ({ form: WebhookForm } & ({ host: string } | { url: string })) | null

const formOptions = Object.entries(webhookFormLabels).map(([value, label]) => ({ value, label }))

/** Chat systems by the hosts of their webhooks. */
const chatHosts: readonly (readonly [string, WebhookForm])[] = [
  ['hooks.slack.com', 'text'],
  ['chat.googleapis.com', 'text'],
  ['webhook.office.com', 'teams'],
  ['logic.azure.com', 'teams'],
  ['api.powerplatform.com', 'teams'],
]

interface WebhookFieldProps {
  /** Given by the form, as are value and onChange. */
  id?: string
  value?: EnteredWebhook
  onChange?: (webhook: EnteredWebhook) => void
}

/** Where an alert is posted to, and in which form. */
export function WebhookField({ id, value = null, onChange }: WebhookFieldProps) {
  if (value !== null && 'host' in value) {
    return (
      <Row gap="8px 12px" align="center" wrap>
        <span>
          Posted to <strong>{value.host}</strong>
          <QuietText fontSize={12.5}> {lowerFirst(webhookFormLabels[value.form])}</QuietText>
        </span>
        <Button {...(id !== undefined && { id })} size="small" onClick={() => onChange?.(null)}>
          Remove or replace
        </Button>
      </Row>
    )
  }
  return (
    <Grid gap={2} breaks="anywhere" minWidth={0}>
      <Input
        {...(id !== undefined && { id })}
        type="url"
        maxLength={textLimits.menuUrl}
        placeholder="https://…"
        value={value?.url ?? ''}
        onChange={({ target: { value: url } }) =>
          onChange?.(url === '' ? null : { url, form: findForm(url) ?? value?.form ?? 'json' })
        }
      />
      {value !== null && (
        <Select<WebhookForm>
          aria-label="Payload format"
          value={value.form}
          options={formOptions}
          onChange={(form) => onChange?.({ ...value, form })}
        />
      )}
    </Grid>
  )
}

function findForm(url: string): WebhookForm | undefined {
  if (!URL.canParse(url)) return undefined
  const { hostname } = new URL(url)
  return chatHosts.find(([host]) => hostname === host || hostname.endsWith(`.${host}`))?.[1]
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
