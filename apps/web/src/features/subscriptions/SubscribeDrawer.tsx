import type { Report, RunReport } from '@callboard/contract/reports'
import * as savedReports from '@callboard/contract/saved-reports'
import type { SavedReport, SavedView } from '@callboard/contract/saved-reports'
import { type Schedule, scheduleWords } from '@callboard/contract/schedule'
import { createSubscription, type Subscription } from '@callboard/contract/subscriptions'
import { textLimits } from '@callboard/contract/limits'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Drawer, Form, Input } from 'antd'
import { Link, useNavigate } from 'react-router'
import { OwnSubscriptionItems } from '#web/features/subscriptions/OwnSubscriptionItems.tsx'
import { subscriptionSubjects } from '#web/features/subscriptions/queries.ts'
import { scheduleRule, defaultSchedule } from '#web/features/subscriptions/schedule-fields.ts'
import { ScheduleFields } from '#web/features/subscriptions/ScheduleFields.tsx'
import classes from '#web/features/subscriptions/subscriptions.module.css'
import { send } from '#web/lib/api/api.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { narrowList, useMediaQuery } from '#web/lib/media-query.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { useInvalidate } from '#web/records/invalidate.ts'
import { NoAddressNote } from '#web/records/NoAddressNote.tsx'
import { SaveError } from '#web/records/forms/SaveError.tsx'
import { fieldErrors } from '#web/ui/fields/field-errors.ts'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Row, Text } from '#web/ui/layout.tsx'
import { useMessage } from '#web/ui/message.tsx'

/** A saved report, or a report with what would be saved of it. */
export type ToSubscribe =
  | { saved: SavedReport; isChanged: boolean }
  | { saved?: undefined; report: Report; shown: { parameters: RunReport['parameters']; view: SavedView } }

interface SubscribeDrawerProps {
  of: ToSubscribe
  name: string
  /** Those that the user owns or receives already. */
  own: readonly Subscription[]
  onClose: () => void
}

/** Subscribes the user to a report: as it stands, one more click is enough. */
export function SubscribeDrawer({ of, name, own, onClose }: SubscribeDrawerProps) {
  const isNarrow = useMediaQuery(narrowList)
  return (
    <Drawer
      open
      title={`Subscribe to ${name}`}
      size={isNarrow ? '100vw' : 'clamp(480px, 40vw, 620px)'}
      onClose={onClose}
    >
      <NoAddressNote />
      {own.length > 0 && (
        <>
          <OwnSubscriptionItems items={own} />
          <Text as="h2" margin="16px 0 12px" fontSize={15}>
            Another one
          </Text>
        </>
      )}
      {of.saved === undefined ? (
        <SubscribeForm of={of} report={of.report} onClose={onClose} />
      ) : (
        <OfSaved of={of} onClose={onClose} />
      )}
    </Drawer>
  )
}

function OfSaved({ of, onClose }: { of: Extract<ToSubscribe, { saved: SavedReport }>; onClose: () => void }) {
  const { id } = of.saved
  const report = useQuery(endpointQuery('report', savedReports.getReportOfSaved, { params: { id } }))
  return (
    <QueryState query={report} errorTitle="Its report could not be opened">
      {(loaded) => <SubscribeForm of={of} report={loaded} onClose={onClose} />}
    </QueryState>
  )
}

interface Values {
  name: string
  schedule: Schedule
  exportTypeIds: string[]
}

const fields = ['name', 'schedule', 'exportTypeIds'] as const

interface SubscribeFormProps {
  of: ToSubscribe
  report: Report
  onClose: () => void
}

function SubscribeForm({ of, report, onClose }: SubscribeFormProps) {
  const me = useCurrentUser()
  const [form] = Form.useForm<Values>()
  const subscribing = useSubscribing({ of, onDone: onClose })
  const { error } = subscribing
  const files = report.exportTypes.filter(({ extension }) => extension !== 'json')
  return (
    <Form<Values>
      form={form}
      name="subscribe"
      layout="vertical"
      requiredMark={false}
      initialValues={{
        name: of.saved?.name ?? report.name,
        schedule: defaultSchedule(me.timeZone),
        exportTypeIds: files.filter(({ extension }) => extension === 'xlsx').map(({ id }) => id),
      }}
      onFinish={(values) =>
        subscribing.mutate(values, {
          onError: (cause) => form.setFields(fieldErrors(cause, fields)),
        })
      }
    >
      {of.saved === undefined ? (
        <Form.Item
          name="name"
          label="Saved as"
          extra="It is saved with the values that are shown now. “Last week” stays last week."
          rules={[{ required: true, whitespace: true, message: 'Give it a name.' }]}
        >
          <Input maxLength={textLimits.recordName} />
        </Form.Item>
      ) : (
        of.isChanged && (
          <p className={classes.quiet}>
            It is sent as it was saved, without what you have changed here. Save it first to send that.
          </p>
        )
      )}
      <Form.Item name="schedule" label="When" rules={[scheduleRule]}>
        <ScheduleFields />
      </Form.Item>
      <Form.Item
        name="exportTypeIds"
        label="Files"
        extra="The email itself has the figures and the first rows."
      >
        <Checkbox.Group options={files.map(({ id, name }) => ({ value: id, label: name }))} />
      </Form.Item>
      {error !== null && <SaveError error={error} fields={fields} />}
      <Row gap="8px 12px" align="center" wrap>
        <Button type="primary" htmlType="submit" loading={subscribing.isPending}>
          Subscribe me
        </Button>
        {of.saved !== undefined && (
          <Link to={paths.subscription(of.saved.id, 'add')}>Others as well, or only when …</Link>
        )}
      </Row>
    </Form>
  )
}

interface Subscribing {
  of: ToSubscribe
  onDone: () => void
}

function useSubscribing({ of, onDone }: Subscribing) {
  const me = useCurrentUser()
  const invalidate = useInvalidate()
  const navigate = useNavigate()
  const message = useMessage()
  return useMutation({
    mutationFn: async ({ name, schedule, exportTypeIds }: Values) => {
      const saved = of.saved ?? (await saveReport(of, name))
      const body = { name: saved.name, schedule, exportTypeIds, recipients: [{ userId: me.id }] }
      try {
        return {
          saved,
          subscription: await send(createSubscription, { params: { savedReportId: saved.id }, body }),
        }
      } catch (error) {
        // What was saved on the way only for this goes with it.
        if (of.saved === undefined) await send(savedReports.deleteSavedReport, { params: { id: saved.id } })
        throw error
      }
    },
    onSuccess: async ({ saved, subscription }) => {
      await invalidate(...subscriptionSubjects, ...(of.saved === undefined ? (['savedReport'] as const) : []))
      onDone()
      if (of.saved === undefined) await navigate(paths.savedReport(saved.id))
      const when = scheduleWords(subscription.schedule)
      message.success(
        of.saved === undefined
          ? `It is saved as “${saved.name}”, and comes to you: ${when}.`
          : `${saved.name} comes to you: ${when}.`,
      )
    },
  })
}

async function saveReport(
  { report, shown }: Extract<ToSubscribe, { saved?: undefined }>,
  name: string,
): Promise<SavedReport> {
  return await send(savedReports.createSavedReport, { body: { ...shown, reportId: report.id, name } })
}
