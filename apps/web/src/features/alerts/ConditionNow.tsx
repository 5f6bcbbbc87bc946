import { AlertCondition, type AlertFigure, previewAlert } from '@callboard/contract/alerts'
import { formatCounted } from '@callboard/contract/format'
import { alertNowWords } from '@callboard/contract/alert-figure-words'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import { conditionOf, type AlertValues } from '#web/features/alerts/new-alert.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { errorText } from '#web/lib/api/api-error.ts'
import { NoMailServerNote } from '#web/records/NoMailServerNote.tsx'
import { capitalised } from '@callboard/contract/format-names'
import { useDebounced } from '#web/lib/debounced.ts'

const typingMs = 400

/** What the condition that is entered says of one’s own calls now, so that a threshold is no guess. */
export function ConditionNow() {
  const { entered, data, error, isOfEntered } = useConditionPreview()
  if (entered === undefined) return null
  return (
    <Form.Item label="Now">
      <span aria-live="polite">
        {data === undefined || !isOfEntered
          ? error === null || !isOfEntered
            ? 'Counting calls…'
            : errorText(error)
          : `${capitalised(alertNowWords(entered.measure, data))}${tooFewWords(data, entered)}`}
      </span>
    </Form.Item>
  )
}

function tooFewWords({ calls }: AlertFigure, { minimumCalls }: AlertCondition): string {
  return calls < minimumCalls ? ` It needs at least ${formatCounted(minimumCalls, 'call')}.` : ''
}

/** At the head of the form: that the emails of an alert will wait. */
export function AlertMailNote() {
  return useConditionPreview().lacksMailServer && <NoMailServerNote />
}

function useConditionPreview() {
  const values = Form.useWatch((all: AlertValues) => all, Form.useFormInstance<AlertValues>())
  const entered = AlertCondition.safeParse(values?.threshold && conditionOf(values)).data
  const written = entered === undefined ? '' : JSON.stringify(entered)
  const text = useDebounced(written, typingMs)
  const { data, error, isPlaceholderData } = useQuery({
    ...previewQuery(text),
    enabled: text !== '',
    retry: false,
    placeholderData: keepPreviousData,
  })
  return {
    entered,
    data,
    error,
    // What was asked before says nothing of what is entered now.
    isOfEntered: text === written && !isPlaceholderData,
    lacksMailServer: data?.hasMailServer === false,
  }
}

const none: AlertCondition = {
  measure: 'missed',
  filters: [],
  entityGroups: [],
  window: { lastMinutes: 60 },
  op: 'gt',
  value: 0,
  minimumCalls: 0,
}

export function previewQuery(text: string) {
  const condition = text === '' ? none : AlertCondition.parse(JSON.parse(text))
  return endpointQuery('call', previewAlert, { body: { condition } })
}
