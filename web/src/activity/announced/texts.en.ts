import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  reading: 'Reading the timelock’s logs…',
  whole: (since) => `Nothing is left out since ${since}: your browser read the timelock’s logs itself`,
  partly: (since) => `Nothing is left out since ${since}. Earlier logs were not read`,
  logsAlone: (since) =>
    `The site does not answer: the changes since ${since} are from the logs that your browser read itself`,
  siteAlone: 'No node gave the timelock’s logs: the list is the site’s',
  nothing: 'Neither the site nor a node gave a list: announced changes may be missing',
  unlisted: (count) =>
    `The site leaves out ${count} announced change${count === '1' ? '' : 's'}, which your browser found in the timelock’s logs`,
  leftOut: (node) => `The logs of ${node} lack a change that another node’s logs have`,
  absent: (node) =>
    `The logs of ${node} lack a change that the timelock confirms: the node leaves it out, or the site names a false date for it`,
  read: (from, to, node) => `Read from block ${from} to ${to} at ${node}.`,
  obstacles: {
    none: (node) => `No logs are served by ${node}.`,
    old: (node) => `Earlier logs are not kept by ${node}.`,
    silent: (node) => `No answer came from ${node}.`,
    busy: (node) => `Your browser must wait for ${node}, and continues in a minute.`,
    paused: (node) => `Earlier blocks have not been read yet at ${node}.`,
  },
  older: (since) =>
    `A change announced before ${since} appears only if the site lists it or this browser has found it earlier.`,
  others: 'A node of your own or your wallet’s node may serve logs.',
  more: 'Read further back',
  retry: 'Read again',
  mark: 'The site does not list this change. Your browser found it in the timelock’s logs.',
} satisfies Translation<typeof chinese>
