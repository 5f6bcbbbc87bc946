import { formatCount } from '@callboard/contract/format'
import type { Overview } from '@callboard/contract/overview'
import { Alert, Progress } from 'antd'

interface RecalculationProgressProps {
  recalculation: Overview['recalculation']
}

/** How far all calls are classified anew after the setting of returned calls changed; nothing when they are. */
export function RecalculationProgress({ recalculation }: RecalculationProgressProps) {
  if (recalculation === null) return null
  const { callsDone, callsTotal } = recalculation
  const percent = callsTotal === 0 ? 0 : Math.floor((callsDone / callsTotal) * 100)
  return (
    <Alert
      type="info"
      showIcon
      title="Recalculating which missed calls were returned"
      description={
        <>
          {callsTotal === 0
            ? 'It has just started. '
            : `${formatCount(callsDone)} of ${formatCount(callsTotal)} calls are done. `}
          Until it finishes, reports may still use the earlier setting for some calls. You can leave this
          page.
          <Progress percent={percent} size="small" aria-label="Calls recalculated" />
        </>
      }
    />
  )
}
