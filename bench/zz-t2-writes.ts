// temporary experiment
import { readFile, writeFile } from 'node:fs/promises';
import { ControlPlane } from 'operand/testing';
import { Pool } from 'undici';
import { processSeconds } from './harness/cost.ts';
const N = Number(process.env.N ?? 300), R = Number(process.env.R ?? 3);
const cp = await ControlPlane.start({ components: [], audit: 'none' });
try {
  await cp.kubectl(['apply','-f','-'], { input: JSON.stringify({apiVersion:'v1',kind:'List',items:[
   {apiVersion:'v1',kind:'Namespace',metadata:{name:'bench'}},
   {apiVersion:'v1',kind:'ServiceAccount',metadata:{name:'operator',namespace:'bench'}},
   {apiVersion:'rbac.authorization.k8s.io/v1',kind:'ClusterRoleBinding',metadata:{name:'operator'},roleRef:{apiGroup:'rbac.authorization.k8s.io',kind:'ClusterRole',name:'cluster-admin'},subjects:[{kind:'ServiceAccount',name:'operator',namespace:'bench'}]}]})});
  const crd = new URL('./operator/crd.yaml', import.meta.url).pathname;
  await cp.kubectl(['apply','-f',crd]); await cp.kubectl(['wait','--for=condition=Established','-f',crd]);
  const kc = JSON.parse(await readFile(await cp.serviceAccountKubeconfig('bench','operator'),'utf8'));
  const ca = Buffer.from(kc.clusters[0].cluster['certificate-authority-data'],'base64');
  const token = kc.users[0].user.token; const server = kc.clusters[0].cluster.server;
  const pool = new Pool(server,{connect:{ca},connections:16});
  const pid = cp.pid('kube-apiserver')!, etcd = cp.pid('etcd')!;
  const req = async (method:string,path:string,body?:unknown,type='application/json',accept='application/json') => {
    const {statusCode,body:b} = await pool.request({method:method as 'GET',path,headers:{authorization:`Bearer ${token}`,accept,...(body!==undefined&&{'content-type':type})},body:body===undefined?null:JSON.stringify(body)});
    const t = await b.text(); if(statusCode>=300) throw new Error(`${method} ${path} ${statusCode} ${t}`); return t; };
  const AP='application/apply-patch+yaml', MP='application/merge-patch+json';
  const MC='/apis/cache.example.com/v1alpha1/namespaces/bench/memcacheds', DP='/apis/apps/v1/namespaces/bench/deployments', SV='/api/v1/namespaces/bench/services';
  for(;;){ try { await req('GET',MC); break; } catch { await new Promise(r=>setTimeout(r,300)); } }
  const meta='application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json';
  const owner=(n:string)=>({apiVersion:'cache.example.com/v1alpha1',kind:'Memcached',name:n,uid:'11111111-2222-3333-4444-555555555555',controller:true,blockOwnerDeletion:true});
  const dep=(n:string,size=1)=>({apiVersion:'apps/v1',kind:'Deployment',metadata:{name:n,namespace:'bench',labels:{app:'memcached',memcached:n},ownerReferences:[owner(n)]},spec:{replicas:size,selector:{matchLabels:{app:'memcached',memcached:n}},template:{metadata:{labels:{app:'memcached',memcached:n}},spec:{securityContext:{runAsNonRoot:true,runAsUser:11211,seccompProfile:{type:'RuntimeDefault'}},containers:[{name:'memcached',image:'memcached:1.6.39-alpine',command:['memcached','-m=64','-o','modern','-v'],ports:[{name:'memcached',containerPort:11211}],securityContext:{allowPrivilegeEscalation:false,capabilities:{drop:['ALL']}}}]}}}});
  const svc=(n:string)=>({apiVersion:'v1',kind:'Service',metadata:{name:n,namespace:'bench',labels:{app:'memcached',memcached:n},ownerReferences:[owner(n)]},spec:{clusterIP:'None',selector:{app:'memcached',memcached:n},ports:[{name:'memcached',port:11211,targetPort:'memcached'}]}});
  const cond=(type:string,status:string,reason:string,message:string)=>({type,status,reason,message,observedGeneration:1,lastTransitionTime:'2026-11-21T17:00:00Z'});
  const status=()=>({observedGeneration:1,conditions:[cond('Available','False','PodsMissing','0 of 1 pods are available'),cond('Degraded','False','AsExpected','no problem is known'),cond('Progressing','True','ChildrenNotReady','Deployment x: 0 of 1 replicas are available'),cond('Ready','False','ChildrenNotReady','Deployment x: 0 of 1 replicas are available')]});
  const mc=(n:string)=>({apiVersion:'cache.example.com/v1alpha1',kind:'Memcached',metadata:{name:n},spec:{size:1}});
  const rvs=new Map<string,any>();
  const results=new Map<string,number[]>();
  async function run(label:string, n:number, one:(i:number)=>Promise<unknown>){
    const a=processSeconds(pid), e=processSeconds(etcd), me=process.cpuUsage(), t=performance.now();
    let i=0; await Promise.all(Array.from({length:16},async()=>{ for(;;){ const k=i++; if(k>=n) return; await one(k);} }));
    const c=(processSeconds(pid)-a)*1000/n, ce=(processSeconds(etcd)-e)*1000/n; const u=process.cpuUsage(me);
    const l=results.get(label)??[]; l.push(c); results.set(label,l);
    console.log(label.padEnd(34), 'api', c.toFixed(2), 'etcd', ce.toFixed(2), 'client', ((u.user+u.system)/1000/n).toFixed(2), 'wall', ((performance.now()-t)/n).toFixed(2));
  }
  const V=['Strict','Warn','Ignore'];
  // warm up
  await run('warm deployments',N,(i)=>req('PATCH',`${DP}/warm-${i}?fieldManager=f&force=false&fieldValidation=Strict`,dep(`warm-${i}`),AP));
  for(let r=0;r<R;r++){
    for(const v of ['Strict','Ignore']) await run(`deploy apply ${v}`,N,(i)=>req('PATCH',`${DP}/d${r}${v.toLowerCase()}-${i}?fieldManager=f&force=false&fieldValidation=${v}`,dep(`d${r}${v.toLowerCase()}-${i}`),AP));
    await run(`deploy apply Ignore meta`,N,(i)=>req('PATCH',`${DP}/d${r}meta-${i}?fieldManager=f&force=false&fieldValidation=Ignore`,dep(`d${r}meta-${i}`),AP,meta));
    await run(`deploy create Strict`,N,(i)=>req('POST',`${DP}?fieldManager=f&fieldValidation=Strict`,dep(`d${r}c-${i}`)));
    await run(`deploy create Ignore`,N,(i)=>req('POST',`${DP}?fieldManager=f&fieldValidation=Ignore`,dep(`d${r}ci-${i}`)));
    for(const v of ['Strict','Ignore']) await run(`svc apply ${v}`,N,(i)=>req('PATCH',`${SV}/d${r}${v.toLowerCase()}-${i}?fieldManager=f&force=false&fieldValidation=${v}`,svc(`d${r}${v.toLowerCase()}-${i}`),AP));
    await run(`svc create Strict`,N,(i)=>req('POST',`${SV}?fieldManager=f&fieldValidation=Strict`,svc(`d${r}c-${i}`)));
    for(const v of ['Strict','Ignore','put','merge']) { const nm=`m${r}${v.toLowerCase()}`; await run('mc create',N,async(i)=>{rvs.set(`${nm}-${i}`,JSON.parse(await req('POST',MC,mc(`${nm}-${i}`))));}); }
    for(const v of ['Strict','Ignore']) { const nm=`m${r}${v.toLowerCase()}`; await run(`status apply ${v}`,N,(i)=>req('PATCH',`${MC}/${nm}-${i}/status?fieldManager=f&force=true&fieldValidation=${v}`,{apiVersion:'cache.example.com/v1alpha1',kind:'Memcached',metadata:{name:`${nm}-${i}`,namespace:'bench',resourceVersion:rvs.get(`${nm}-${i}`).metadata.resourceVersion},status:status()},AP)); }
    await run(`status put Strict`,N,(i)=>req('PUT',`${MC}/m${r}put-${i}/status?fieldManager=f&fieldValidation=Strict`,{...rvs.get(`m${r}put-${i}`),status:status()}));
    await run(`status merge Strict`,N,(i)=>req('PATCH',`${MC}/m${r}merge-${i}/status?fieldManager=f&fieldValidation=Strict`,{metadata:{resourceVersion:rvs.get(`m${r}merge-${i}`).metadata.resourceVersion},status:status()},MP));
  }
  if (process.env.PPROF) { const p=req('GET',`/debug/pprof/profile?seconds=10`); void p; }
  console.log('--- median ms of api server CPU per write');
  for(const [k,v] of results){ const s=v.toSorted((a,b)=>a-b); console.log(k.padEnd(34),s[Math.floor(s.length/2)]!.toFixed(2), v.map(x=>x.toFixed(2)).join(' ')); }
  await pool.destroy();
} finally { await cp.stop(); }
