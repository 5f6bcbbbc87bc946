import { createSavedReport } from '@callboard/contract/saved-reports'
import type { Report } from '@callboard/contract/reports'
import type { ReportToSend } from '@callboard/contract/sending'
import { textLimits } from '@callboard/contract/limits'
import { Form, Input, Radio } from 'antd'
import { useEffect, useState } from 'react'
import { filesOf, firstFiles, rememberFiles } from '#web/features/subscriptions/file-choice.ts'
import { RecipientChecks } from '#web/features/subscriptions/RecipientChecks.tsx'
import { defaultSchedule } from '#web/features/subscriptions/schedule-fields.ts'
import {
  type GroupToShareWith,
  plainPlan,
  planSending,
  withGroup,
} from '#web/features/subscriptions/sending/send-plan.ts'
import { SendFields, type SendValues } from '#web/features/subscriptions/SendFields.tsx'
import { SendFooter } from '#web/features/subscriptions/sending/SendFooter.tsx'
import type { ToSend } from '#web/features/subscriptions/sending/to-send.ts'
import { useCheck } from '#web/features/subscriptions/use-check.ts'
import { useSending } from '#web/features/subscriptions/sending/use-sending.ts'
import { fullName, useCurrentUser } from '#web/lib/session/current-user.ts'
import { useFormDraft } from '#web/records/forms/form-draft.ts'
import { NoMailServerNote } from '#web/records/NoMailServerNote.tsx'
import { RestoredDraft } from '#web/records/forms/RestoredDraft.tsx'
import { FormFieldsContext } from '#web/records/forms/form-fields.ts'
import { SaveError } from '#web/records/forms/SaveError.tsx'
import { fieldErrors } from '#web/ui/fields/field-errors.ts'

interface SendFormProps {
  of: ToSend
  name: string
  report: Report
  onClose: () => void
}

interface Values extends SendValues {
  isShown: boolean
  /** Of what is saved on the way. */
  reportName: string
}

const fields = ['reportName', 'schedule', 'recipients', 'exportTypeIds', 'condition', 'subject'] as const
const declared = { type: 'savedReport', body: createSavedReport.body } as const

export function SendForm({ of, name, report, onClose }: SendFormProps) {
  const me = useCurrentUser()
  const { saved, unsaved } = of
  const [form] = Form.useForm<Values>()
  const [share, setShare] = useState<GroupToShareWith>()
  const files = filesOf(report)
  const self = { value: me.id, label: fullName(me) }
  const initial: Values = {
    isShown: unsaved !== undefined,
    reportName: (saved === undefined ? name : `${name} (copy)`).slice(0, textLimits.recordName),
    recipients: [self],
    schedule: defaultSchedule(me.timeZone),
    exportTypeIds: firstFiles(files),
    condition: null,
    subject: '',
    emailTemplateId: null,
  }
  const draft = useFormDraft(form, {
    of: `send:${saved?.id ?? report.id}`,
    initialValues: initial,
  })
  const values = Form.useWatch((all: Values) => all, form) ?? initial
  const isSaving = saved === undefined || (values.isShown ?? initial.isShown)
  // Whose rights suffice does not depend on what it is called.
  const checkedReport = withGroup(reportToSend(of, { isSaving, name: initial.reportName }), share)
  const check = useCheck(checkedReport, values.recipients ?? initial.recipients)
  // What was wrong with the recipients may have been mended since.
  const { dataUpdatedAt: checkedAt } = check
  useEffect(() => {
    if (checkedAt > 0) form.setFields([{ name: 'recipients', errors: [] }])
  }, [checkedAt, form])
  const mayShare = saved === undefined || isSaving || saved.userId === me.id || me.isAdmin
  // An answer about those who were chosen before says nothing of these.
  const plan =
    check.data === undefined || check.isPlaceholderData
      ? plainPlan
      : planSending(check.data.recipients, mayShare)
  const sending = useSending({ draft, onDone: onClose, onShare: setShare })
  function sendIt({ isShown: _isShown, reportName, ...sent }: Values) {
    rememberFiles(files, sent.exportTypeIds)
    const sentReport = withGroup(reportToSend(of, { isSaving, name: reportName }), share)
    sending.mutate(
      { ...sent, report: sentReport, checkedReport, mayShare, promised: plan },
      {
        onSuccess: (answer) => {
          if (answer !== 'nobody') return
          form.setFields([{ name: 'recipients', errors: ['Nobody on this list would get it.'] }])
          form.scrollToField('recipients')
        },
        onError: (cause) => form.setFields(fieldErrors(cause, fields)),
      },
    )
  }
  return (
    <Form<Values>
      form={form}
      name="send"
      layout="vertical"
      requiredMark={false}
      initialValues={initial}
      onValuesChange={(changed, entered: Values) => {
        draft.keep(entered)
        // One that is saved may have a group already.
        if ('isShown' in changed) setShare(undefined)
      }}
      onFinish={sendIt}
    >
      {check.data?.hasMailServer === false && <NoMailServerNote />}
      <RestoredDraft draft={draft} />
      <FormFieldsContext value={declared}>
        <ReportItems hasChoice={saved !== undefined && unsaved !== undefined} isSaving={isSaving} />
        <SendFields
          report={report}
          files={files}
          outsideDomains={check.data?.outsideDomains ?? []}
          hasOnce
          checks={
            <RecipientChecks
              check={check}
              report={checkedReport}
              subject={values.subject ?? ''}
              onShare={mayShare ? setShare : undefined}
              sharedWith={share}
              onUnshare={() => setShare(undefined)}
            />
          }
        />
        {sending.error !== null && <SaveError error={sending.error} fields={fields} />}
        <SendFooter
          plan={plan}
          isOnce={values.schedule?.frequency === 'once'}
          isSending={sending.isPending}
        />
      </FormFieldsContext>
    </Form>
  )
}

/** Which report it is, and what it is called where it is saved on the way. */
function ReportItems({ hasChoice, isSaving }: { hasChoice: boolean; isSaving: boolean }) {
  return (
    <>
      {hasChoice && (
        <Form.Item name="isShown" label="What is sent">
          <Radio.Group
            options={[
              { value: true, label: 'What is shown now, saved as a new report' },
              { value: false, label: 'The report as it was saved' },
            ]}
          />
        </Form.Item>
      )}
      {isSaving && (
        <Form.Item
          name="reportName"
          label="Saved as"
          extra="With the filters that are shown now. A period such as “Last week” is always the latest one."
          rules={[{ required: true, whitespace: true, message: 'Enter a name.' }]}
        >
          <Input maxLength={textLimits.recordName} />
        </Form.Item>
      )}
    </>
  )
}

interface Asked {
  isSaving: boolean
  name: string
}

function reportToSend({ saved, unsaved }: ToSend, { isSaving, name }: Asked): ReportToSend {
  if (isSaving && unsaved !== undefined) return { ...unsaved, name, sharedWithGroupId: null }
  return { savedReportId: saved?.id ?? '' }
}
