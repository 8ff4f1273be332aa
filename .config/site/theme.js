// The default theme of VitePress, with pictures of Mermaid blocks that follow the light or dark appearance.

import mermaidScript from '@mermaid-js/tiny/dist/mermaid.tiny.js?url';
import { useData } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { defineComponent, h, onMounted, ref, watch } from 'vue';

let pictureCount = 0;
let loading;

/** Shows the source of a picture until the browser has drawn it. */
const MermaidPicture = defineComponent({
  props: { source: { type: String, required: true } },
  setup(props) {
    const { isDark } = useData();
    const svg = ref();
    const source = decodeURIComponent(props.source);
    const draw = async () => {
      loading ??= loadedMermaid();
      const mermaid = await loading;
      mermaid.initialize({ startOnLoad: false, htmlLabels: false, theme: isDark.value ? 'dark' : 'default' });
      svg.value = (await mermaid.render(`picture-${++pictureCount}`, source)).svg;
    };
    onMounted(draw);
    watch(isDark, draw);
    return () => (svg.value ? h('div', { innerHTML: svg.value }) : h('pre', source));
  },
});

/** Loads Mermaid as a script: in a module, its variable isn't global, and it ends with an error. */
async function loadedMermaid() {
  const script = document.createElement('script');
  script.src = mermaidScript;
  const { promise, resolve, reject } = Promise.withResolvers();
  script.addEventListener('load', resolve);
  script.addEventListener('error', reject);
  document.head.append(script);
  await promise;
  return globalThis.mermaid;
}

/** The theme of the site. */
export const theme = {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => app.component('MermaidPicture', MermaidPicture),
};
