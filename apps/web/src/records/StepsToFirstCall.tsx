import { statusLabels } from '@callboard/contract/fields'
import type { FirstSteps as Steps } from '@callboard/contract/first-steps'
import { Alert, Steps as StepList } from 'antd'
import type { ReactNode } from 'react'
import { newRecordId, paths } from '#web/lib/urls/paths.ts'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'

/** From an empty portal to its first call. */
export function StepsToFirstCall({ steps }: { steps: Steps }) {
  return steps.call === null ? <StepsLeft steps={steps} /> : <FirstCall call={steps.call} />
}

function StepsLeft({ steps: { hasCustomer, sourceId } }: { steps: Steps }) {
  const current = !hasCustomer ? 0 : sourceId === null ? 1 : 2
  return (
    <Panel title="Get your first call in">
      <StepList
        orientation="vertical"
        current={current}
        items={[
          {
            title: 'Add a customer',
            content: (
              <Step
                isNow={current === 0}
                to={paths.manageRecord('customers', newRecordId)}
                link="Add Customer"
              >
                The company whose calls these are: its name, time zone and currency.
              </Step>
            ),
          },
          {
            title: 'Connect its phone system',
            content: (
              <Step isNow={current === 1} to={paths.manageRecord('sources', newRecordId)} link="Add Source">
                Asterisk, FreeSWITCH, Twilio, CallRail and others, or a program of your own. For any file with
                a line a call,{' '}
                <TextLink to={paths.manageRecord('imports', newRecordId)}>import the file</TextLink>.
              </Step>
            ),
          },
          {
            title: 'Receive the first call',
            content: (
              <Step
                isNow={current === 2}
                to={paths.manageRecord('sources', sourceId ?? newRecordId)}
                link="Open the source"
              >
                Make a call, or import a file. The first call appears here when it comes in.
              </Step>
            ),
          },
        ]}
      />
    </Panel>
  )
}

interface StepProps {
  isNow: boolean
  to: string
  link: string
  children: ReactNode
}

function Step({ isNow, to, link, children }: StepProps) {
  return (
    <>
      {children} {isNow && <TextLink to={to}>{link}</TextLink>}
    </>
  )
}

function FirstCall({ call: { id, customerName, startedAt, status } }: { call: NonNullable<Steps['call']> }) {
  return (
    <Alert
      type="success"
      showIcon
      title="Your first call has come in"
      description={
        <>
          {statusLabels[status]}, <TimeText at={startedAt} />, {customerName}.{' '}
          <TextLink to={`${paths.callDetails}?call=${id}`}>Open the call</TextLink>
        </>
      }
    />
  )
}
