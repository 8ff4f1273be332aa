// The work of the benchmark, done with controller-runtime as its book recommends: typed kinds, the manager's cache for
// all reads, CreateOrUpdate for the children, a patch of the status only where it differs.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/utils/ptr"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

type reconciler struct {
	client.Client
	scheme *runtime.Scheme
}

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	memcached := &Memcached{}
	if err := r.Get(ctx, request.NamespacedName, memcached); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	key := metav1.ObjectMeta{Namespace: memcached.Namespace, Name: memcached.Name}

	deployment := &appsv1.Deployment{ObjectMeta: key}
	if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, deployment, func() error {
		mutateDeployment(deployment, memcached)
		return controllerutil.SetControllerReference(memcached, deployment, r.scheme)
	}); err != nil {
		return ctrl.Result{}, err
	}

	service := &corev1.Service{ObjectMeta: key}
	if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, service, func() error {
		mutateService(service, memcached)
		return controllerutil.SetControllerReference(memcached, service, r.scheme)
	}); err != nil {
		return ctrl.Result{}, err
	}

	before := memcached.DeepCopyObject().(*Memcached)
	memcached.Status.ObservedGeneration = memcached.Generation
	meta.SetStatusCondition(&memcached.Status.Conditions, available(memcached, deployment))
	if equality.Semantic.DeepEqual(before.Status, memcached.Status) {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, r.Status().Patch(ctx, memcached, client.MergeFrom(before))
}

// Field by field, so that what the API server has filled in stays and an unchanged object causes no write.
func mutateDeployment(deployment *appsv1.Deployment, memcached *Memcached) {
	labels := labelsOf(memcached)
	deployment.Labels = labels
	deployment.Spec.Replicas = ptr.To(memcached.Spec.Size)
	deployment.Spec.Selector = &metav1.LabelSelector{MatchLabels: labels}
	template := &deployment.Spec.Template
	template.Labels = labels
	if template.Spec.SecurityContext == nil {
		template.Spec.SecurityContext = &corev1.PodSecurityContext{}
	}
	template.Spec.SecurityContext.RunAsNonRoot = ptr.To(true)
	template.Spec.SecurityContext.RunAsUser = ptr.To(int64(11211))
	template.Spec.SecurityContext.SeccompProfile = &corev1.SeccompProfile{Type: corev1.SeccompProfileTypeRuntimeDefault}
	if len(template.Spec.Containers) != 1 {
		template.Spec.Containers = make([]corev1.Container, 1)
	}
	container := &template.Spec.Containers[0]
	container.Name = "memcached"
	container.Image = "memcached:1.6.39-alpine"
	container.Command = []string{"memcached", "-m=64", "-o", "modern", "-v"}
	if len(container.Ports) != 1 {
		container.Ports = make([]corev1.ContainerPort, 1)
	}
	container.Ports[0].Name = "memcached"
	container.Ports[0].ContainerPort = 11211
	if container.SecurityContext == nil {
		container.SecurityContext = &corev1.SecurityContext{}
	}
	container.SecurityContext.AllowPrivilegeEscalation = ptr.To(false)
	container.SecurityContext.Capabilities = &corev1.Capabilities{Drop: []corev1.Capability{"ALL"}}
}

func mutateService(service *corev1.Service, memcached *Memcached) {
	service.Labels = labelsOf(memcached)
	service.Spec.ClusterIP = corev1.ClusterIPNone
	service.Spec.Selector = labelsOf(memcached)
	if len(service.Spec.Ports) != 1 {
		service.Spec.Ports = make([]corev1.ServicePort, 1)
	}
	service.Spec.Ports[0].Name = "memcached"
	service.Spec.Ports[0].Port = 11211
	service.Spec.Ports[0].TargetPort = intstr.FromString("memcached")
}

func labelsOf(memcached *Memcached) map[string]string {
	return map[string]string{"app": "memcached", "memcached": memcached.Name}
}

func available(memcached *Memcached, deployment *appsv1.Deployment) metav1.Condition {
	condition := metav1.Condition{
		Type:    "Available",
		Status:  metav1.ConditionFalse,
		Reason:  "PodsMissing",
		Message: fmt.Sprintf("%d of %d pods are available", deployment.Status.AvailableReplicas, memcached.Spec.Size),
	}
	if deployment.Status.AvailableReplicas >= memcached.Spec.Size {
		condition.Status = metav1.ConditionTrue
		condition.Reason = "AllAvailable"
	}
	return condition
}

func main() {
	workers := flag.Int("workers", 10, "how many resources are reconciled at once")
	flag.Parse()
	log.SetLogger(zap.New())
	if err := run(*workers); err != nil {
		log.Log.Error(err, "the manager ended")
		os.Exit(1)
	}
}

func run(workers int) error {
	scheme := runtime.NewScheme()
	if err := clientgoscheme.AddToScheme(scheme); err != nil {
		return err
	}
	scheme.AddKnownTypes(groupVersion, &Memcached{}, &MemcachedList{})
	metav1.AddToGroupVersion(scheme, groupVersion)

	config := ctrl.GetConfigOrDie()
	// No limit of the client's own: the API server's priority and fairness is what it meets, as the others do.
	config.QPS = -1
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Scheme:                 scheme,
		Metrics:                server.Options{BindAddress: "127.0.0.1:0"},
		HealthProbeBindAddress: "127.0.0.1:0",
		// Of managed fields nothing is needed, and they are a third of each object.
		Cache: cache.Options{DefaultTransform: cache.TransformStripManagedFields()},
	})
	if err != nil {
		return err
	}
	err = ctrl.NewControllerManagedBy(manager).
		For(&Memcached{}).
		Owns(&appsv1.Deployment{}).
		Owns(&corev1.Service{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: workers}).
		Complete(&reconciler{Client: manager.GetClient(), scheme: scheme})
	if err != nil {
		return err
	}
	return manager.Start(ctrl.SetupSignalHandler())
}
