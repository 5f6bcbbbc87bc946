import { formatDuration, formatFixed } from '@callboard/contract/format'
import type { Setting } from '@callboard/contract/settings'
import { type SpeechTrial, trySpeechToText } from '@callboard/contract/speech-to-text'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Form } from 'antd'
import { OlderSpeechPanel } from '#web/features/settings/OlderSpeechPanel.tsx'
import classes from '#web/features/settings/settings.module.css'
import { send } from '#web/lib/api/api.ts'
import { ErrorNote } from '#web/ui/page/ErrorNote.tsx'
import { Box, QuietText, Row, Stack } from '#web/ui/layout.tsx'

interface SpeechTrialPanelProps {
  settings: readonly Setting[]
}

/** Tries speech to text as it is saved, with a recording of the demo, and gives it older recordings; nothing while it is off. */
export function SpeechTrialPanel({ settings }: SpeechTrialPanelProps) {
  const form = Form.useFormInstance<Record<string, Setting['value']>>()
  const entered = Form.useWatch((values: Record<string, unknown>) => values, form)
  const trial = useMutation({ mutationFn: () => send(trySpeechToText, {}) })
  if (entered?.['speechToText'] === 'none') return null
  const isSaved = settings
    .filter(({ key }) => key.startsWith('speech'))
    .every(({ key, value }) => (entered?.[key] ?? '') === (value ?? ''))
  return (
    <Stack gap={8} margin="0 0 24px">
      <Row gap="8px 12px" align="center" wrap>
        <Button onClick={() => trial.mutate()} loading={trial.isPending} disabled={!isSaved}>
          Test
        </Button>
        <QuietText>
          {isSaved
            ? 'Uses half a minute of speech from the demo. This may take as long as a call.'
            : 'Save first: the saved settings are tested.'}
        </QuietText>
      </Row>
      {trial.error !== null && <ErrorNote error={trial.error} title="The test failed" />}
      {trial.data !== undefined && !trial.isPending && <TrialResult trial={trial.data} />}
      <OlderSpeechPanel isSaved={isSaved} />
    </Stack>
  )
}

function TrialResult({ trial }: { trial: SpeechTrial }) {
  const { engine, seconds, transcript, error, detail } = trial
  const took = `${engine ?? 'Nobody'}, ${formatFixed(seconds, 1)} s`
  if (error !== null) {
    return (
      <Alert
        type="error"
        showIcon
        title={error}
        description={
          <>
            {detail !== null && <Box breaks="anywhere">{detail}</Box>}
            {engine !== null && <div>{took}</div>}
          </>
        }
      />
    )
  }
  if (transcript.length === 0)
    return <Alert type="warning" showIcon title="No speech was recognized." description={took} />
  return (
    <Alert
      type="success"
      showIcon
      title="Recognized text"
      description={
        <>
          <ol className={classes.trialTurns} aria-label="Transcript of the demo">
            {transcript.map(({ speaker, start, text }, at) => (
              <li key={at}>
                <QuietText>
                  {formatDuration(Math.floor(start))} {speaker}
                </QuietText>{' '}
                {text}
              </li>
            ))}
          </ol>
          <div>{took}</div>
        </>
      }
    />
  )
}
