import { statusLabels } from '@callboard/contract/fields'
import { type FirstSteps as Steps, getFirstSteps } from '@callboard/contract/sources'
import { useQuery } from '@tanstack/react-query'
import { Alert, Steps as StepList } from 'antd'
import { type ReactNode, useState } from 'react'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { newRecordId, paths } from '#web/lib/urls/paths.ts'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'

const query = endpointQuery('source', getFirstSteps, {})

/** While a portal has no calls: what leads to the first one, which is shown when it comes. */
export function FirstSteps() {
  const { data } = useQuery({
    ...query,
    // Once there is a call there always is.
    staleTime: ({ state }) => (isBegun(state.data) ? Infinity : 0),
    refetchInterval: ({ state }) => (isBegun(state.data) ? false : 1000),
  })
  const [wasNew, setWasNew] = useState(false)
  if (data === undefined) return null
  if (data.call === null) {
    if (!wasNew) setWasNew(true)
    return <StepsLeft steps={data} />
  }
  return wasNew ? <FirstCall call={data.call} /> : null
}

function isBegun(steps: Steps | undefined): boolean {
  return steps !== undefined && steps.call !== null
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
                Asterisk, FreeSWITCH, Twilio, CallRail and others, any file with a line a call, or a program
                of your own.
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
