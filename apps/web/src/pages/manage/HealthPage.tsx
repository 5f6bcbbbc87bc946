import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled } from '@ant-design/icons'
import { type HealthCheck, type HealthState, healthStates } from '@callboard/contract/health'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import classes from '#web/pages/manage/HealthPage.module.css'
import { ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import { healthQuery, whatIsWrong } from '#web/records/health-query.ts'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { Box, QuietText, Text } from '#web/ui/layout.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'

const refreshMs = 15_000

const stateNames: Readonly<Record<HealthState, string>> = {
  ok: 'In order',
  notice: 'Needs attention',
  problem: 'Problem',
}

const stateIcons: Readonly<Record<HealthState, ReactNode>> = {
  ok: <CheckCircleFilled className={classes.ok} aria-label={stateNames.ok} />,
  notice: <ExclamationCircleFilled className={classes.notice} aria-label={stateNames.notice} />,
  problem: <CloseCircleFilled className={classes.problem} aria-label={stateNames.problem} />,
}

/** So many letters of a commit tell it from all others. */
const shownCommit = 8

/** How the parts of the portal do, what is wrong first, and what to do about it. */
export function HealthPage() {
  const query = useQuery({ ...healthQuery, refetchInterval: refreshMs })
  const { data } = query
  return (
    <PageFrame
      title="Health"
      description={
        <span role="status">
          {data === undefined ? 'Checking …' : (whatIsWrong(data.checks) ?? 'Everything is in order')}
        </span>
      }
      breadcrumbs={<ManageCrumbs />}
    >
      <QueryState query={query}>
        {({ checks, version, commit, nodeVersion, timeZoneData, startedAt }) => (
          <>
            <Panel flush label="Checks">
              <Box as="ul">
                {worstFirst(checks).map((check) => (
                  <Check key={check.key} check={check} />
                ))}
              </Box>
            </Panel>
            <QuietText as="p" margin="12px 0 0" fontSize={13}>
              Callboard {version}
              {commit !== null && ` (${commit.slice(0, shownCommit)})`} · Node {nodeVersion} · time zone
              database {timeZoneData} · running since <TimeText at={startedAt} />
            </QuietText>
          </>
        )}
      </QueryState>
    </PageFrame>
  )
}

function Check({ check: { title, state, message, action, page } }: { check: HealthCheck }) {
  return (
    <li className={classes.check}>
      {stateIcons[state]}
      <Text fontWeight={700}>{title}</Text>
      <Box>
        <Text block breaks="anywhere">
          {message}
        </Text>
        {action !== null && (
          <QuietText as="div" breaks="anywhere">
            {page === null ? action : <TextLink to={page}>{action}</TextLink>}
          </QuietText>
        )}
      </Box>
    </li>
  )
}

function worstFirst(checks: readonly HealthCheck[]): HealthCheck[] {
  return checks.toSorted((one, other) => healthStates.indexOf(other.state) - healthStates.indexOf(one.state))
}
