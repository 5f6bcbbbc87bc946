import { useQueries } from '@tanstack/react-query'
import { Button } from 'antd'
import type { StartFromProps } from '#web/features/report-builder/parts/builder-parts.ts'
import { getReportNow, templateQueries } from '#web/features/report-builder/queries.ts'
import { errorText } from '#web/lib/api/api-error.ts'
import { reportChoice } from '#web/records/choices/choices.ts'
import { RecordSelect } from '#web/records/RecordSelect.tsx'
import { Box, QuietText, Row } from '#web/ui/layout.tsx'
import { useMessage } from '#web/ui/message.tsx'

/** Reports to begin a new one with: a few of the standard library, or any other by its name. */
export function StartFrom({ onChoose }: StartFromProps) {
  const message = useMessage()
  const templates = useQueries({ queries: templateQueries }).flatMap(({ data }) => data ?? [])
  const choose = (id: string) => {
    getReportNow(id).then(onChoose, (error: unknown) => message.error(errorText(error)))
  }
  return (
    <Row gap={8} align="center" wrap role="group" aria-label="Start from">
      <QuietText fontSize={13}>Start from</QuietText>
      {templates.map((report) => (
        <Button key={report.id} size="small" onClick={() => onChoose(report)}>
          {report.name}
        </Button>
      ))}
      <Box flex="1 1 160px" minWidth={0}>
        <RecordSelect
          choice={reportChoice}
          label="Another report"
          placeholder="Another report"
          value={null}
          onChange={(id) => id !== null && choose(id)}
        />
      </Box>
    </Row>
  )
}
