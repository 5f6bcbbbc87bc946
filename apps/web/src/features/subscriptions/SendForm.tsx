import type { Body } from '@callboard/contract/endpoint'
import type { Report } from '@callboard/contract/reports'
import { type ReportToSend, sendReport } from '@callboard/contract/sending'
import { createSavedReport } from '@callboard/contract/saved-reports'
import { scheduleWords } from '@callboard/contract/schedule'
import { textLimits } from '@callboard/contract/limits'
import { useMutation } from '@tanstack/react-query'
import { Button, Form, Input, Radio } from 'antd'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { filesOf, firstFiles, rememberFiles } from '#web/features/subscriptions/file-choice.ts'
import { subscriptionSubjects } from '#web/features/subscriptions/queries.ts'
import { recipientToSend } from '#web/features/subscriptions/recipient-choice.ts'
import { RecipientChecks } from '#web/features/subscriptions/RecipientChecks.tsx'
import { defaultSchedule } from '#web/features/subscriptions/schedule-fields.ts'
import { SendFields, type SendValues } from '#web/features/subscriptions/SendFields.tsx'
import { activeRecipients } from '#web/features/subscriptions/subscription-words.ts'
import classes from '#web/features/subscriptions/subscriptions.module.css'
import type { ToSend } from '#web/features/subscriptions/to-send.ts'
import { useCheck } from '#web/features/subscriptions/use-check.ts'
import { send } from '#web/lib/api/api.ts'
import { newId } from '#web/lib/new-id.ts'
import { recipientWords } from '#web/lib/recipient-words.ts'
import { fullName, useCurrentUser } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { type FormDraft, useFormDraft } from '#web/records/forms/form-draft.ts'
import { NoMailServerNote } from '#web/records/NoMailServerNote.tsx'
import { RestoredDraft } from '#web/records/forms/RestoredDraft.tsx'
import { FormFieldsContext } from '#web/records/forms/form-fields.ts'
import { useInvalidate } from '#web/records/invalidate.ts'
import { SaveError } from '#web/records/forms/SaveError.tsx'
import { fieldErrors } from '#web/ui/fields/field-errors.ts'
import { useMessage } from '#web/ui/message.tsx'

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
  const [groupId, setGroupId] = useState<string>()
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
  const asked = reportToSend(of, { isSaving, name: initial.reportName, groupId })
  const check = useCheck(asked, values.recipients ?? initial.recipients)
  // What was wrong with the recipients may have been mended since.
  const { dataUpdatedAt: checkedAt } = check
  useEffect(() => {
    if (checkedAt > 0) form.setFields([{ name: 'recipients', errors: [] }])
  }, [checkedAt, form])
  const sending = useSending(onClose, draft)
  const isOnce = values.schedule?.frequency === 'once'
  return (
    <Form<Values>
      form={form}
      name="send"
      layout="vertical"
      requiredMark={false}
      initialValues={initial}
      onValuesChange={(_, entered: Values) => draft.keep(entered)}
      onFinish={({ isShown: _isShown, reportName, recipients, ...sent }) => {
        // An answer about those who were chosen before says nothing of these.
        const checked = check.isPlaceholderData ? undefined : check.data
        if (checked?.recipients.every(({ reason }) => reason !== null) === true) {
          form.setFields([
            { name: 'recipients', errors: ['Nobody would receive it, for the reasons below.'] },
          ])
          return
        }
        rememberFiles(files, sent.exportTypeIds)
        const body = {
          ...sent,
          report: reportToSend(of, { isSaving, name: reportName, groupId }),
          recipients: recipients.map(recipientToSend),
        }
        sending.mutate(body, { onError: (cause) => form.setFields(fieldErrors(cause, fields)) })
      }}
    >
      {draft.restored !== undefined && (
        <RestoredDraft
          restored={draft.restored}
          onDiscard={() => {
            form.resetFields()
            draft.discard()
          }}
        />
      )}
      <FormFieldsContext value={declared}>
        {saved !== undefined && unsaved !== undefined && (
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
        <SendFields
          report={report}
          files={files}
          outsideDomains={check.data?.outsideDomains ?? []}
          hasOnce
          checks={
            <RecipientChecks
              check={check}
              report={asked}
              subject={values.subject ?? ''}
              onShare={
                saved === undefined || isSaving || saved.userId === me.id || me.isAdmin
                  ? setGroupId
                  : undefined
              }
              sharedWith={groupId}
            />
          }
        />
        {check.data?.hasMailServer === false && <NoMailServerNote />}
        {sending.error !== null && <SaveError error={sending.error} fields={fields} />}
        <div className={classes.send}>
          <Button type="primary" htmlType="submit" loading={sending.isPending}>
            {isOnce ? 'Send now' : 'Schedule'}
          </Button>
        </div>
      </FormFieldsContext>
    </Form>
  )
}

interface Asked {
  isSaving: boolean
  name: string
  groupId: string | undefined
}

function reportToSend({ saved, unsaved }: ToSend, { isSaving, name, groupId }: Asked): ReportToSend {
  if (isSaving && unsaved !== undefined) return { ...unsaved, name, sharedWithGroupId: groupId ?? null }
  return { savedReportId: saved?.id ?? '', ...(groupId !== undefined && { sharedWithGroupId: groupId }) }
}

function useSending(onDone: () => void, draft: FormDraft) {
  const me = useCurrentUser()
  const invalidate = useInvalidate()
  const navigate = useNavigate()
  const message = useMessage()
  // A request that is repeated, after its answer was lost, sends nothing again.
  const [id] = useState(newId)
  return useMutation({
    mutationFn: async (asked: Omit<Body<typeof sendReport>, 'id'>) =>
      await draft.send(async () => await send(sendReport, { body: { ...asked, id } })),
    onSuccess: async ({ subscription }, { report }) => {
      await invalidate(...subscriptionSubjects, 'savedReport')
      onDone()
      const { savedReportId, savedReportName: name, schedule } = subscription
      if (!('savedReportId' in report)) await navigate(paths.savedReport(savedReportId))
      const who = recipientWords(activeRecipients(subscription), me.id)
      message.success(
        schedule.frequency === 'once'
          ? `${name} is on its way to ${who}.`
          : `${name} goes to ${who}: ${scheduleWords(schedule)}.`,
      )
    },
  })
}
